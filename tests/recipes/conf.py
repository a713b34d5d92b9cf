project = "Course"
extensions = []
html_theme = "alabaster"
html_static_path = ["_static"]
html_js_files = [("element/broadcast-visualizer.js", {"type": "module"})]
