//! What the README shows is what the program draws.

#[test]
fn the_pictures_in_the_readme_are_what_the_figure_example_draws() {
    let pictures = [
        (
            include_str!("../figures/three-rows.svg"),
            "--a [[0],[10],[20],[30]] --b tensor([0,1,2]) --width 680",
            "three-rows.svg",
        ),
        (include_str!("../figures/middle-axis.svg"), "--a 2,4,3,2 --b 4,1,2 --width 860", "middle-axis.svg"),
        (include_str!("../figures/stacked.svg"), "--a 3,4,5 --b 3,1,1 --blocks depth --width 720", "stacked.svg"),
        (include_str!("../figures/clash.svg"), "--a 2,3 --b 3,2 --width 720", "clash.svg"),
    ];
    for (kept, arguments, name) in pictures {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let make =
            format!("make it anew: cargo run --example figure -- {arguments} > tests/figures/{name} (quote as needed)");
        assert_eq!(crate::figure::figure(&words).as_deref(), Ok(kept), "{make}");
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    for arguments in ["--a", "--a x --b 3", "--chapter soon", "--op dance", "figure"] {
        assert!(crate::figure::figure(&words(arguments)).is_err(), "{arguments}");
    }
    let strip = crate::figure::figure(&words("--a 4,1 --b 3 --strip --theme dark --locale zh-CN"));
    assert!(strip.is_ok_and(|svg| svg.matches("translate(0 ").count() == 6 && svg.contains("#0f1419")));
    // The motions take 1.8, 2.7, three times 1.4, and 3.8 s.
    let film = crate::figure::figure(&words("--a 4,1 --b 3 --film 0.15"));
    assert_eq!(film.map(|svg| svg.matches("translate(0 ").count()), Ok(12 + 19 + 3 * 10 + 26));
}
