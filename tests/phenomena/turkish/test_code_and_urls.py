"""Code and addresses in Turkish text: they come back to the letter, no part of them is taken for a suffix, and the words in them are what
they are elsewhere."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples, texts


@texts(r"""
    /usr/local/bin/python3
    #include <stdio.h>
    for (int i = 0; i < 10; i++) {
    x = y_1 ** 2
    if __name__ == "__main__":
    README.md
    v1.2.3
    git commit -m "ilk"
    {"ad": "Ali", "yas": 5}
    getElementById(x)
    foo_bar fooBar FOO_BAR
    \n\t\\
    &nbsp;
    3.14 1e-5 0xFF
    192.168.1.1
    a.b.c = d[0]
    x -> y => z
    $HOME/${USER}
    `ev` ~/.bashrc
    return None;
    try: pass
    SELECT * FROM t WHERE id = 5;
    https://www.example.com/index.html
    http://ornek.com.tr
    www.ornek.com
""")
def test_it_comes_back_without_suffixes(turkish: Turkish, text: str) -> None:
    turkish.check_verbatim(text)


@examples("""
    foo+_+bar      [foo] _ [bar]
    foo+Bar        [foo] <title> [bar]
""")
def test_words_of_turkish_in_code(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    e+-+posta  [e] - [posta]
""")
def test_words_with_a_hyphen(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@texts(r"""
    getElementById
    camelCase
    HTTPServer
    x=y+1
    foo_bar
    git commit
    www.ornek.com
    README
    int main(void)
    a[0] = b;
""")
def test_letter_by_letter(turkish: Turkish, text: str) -> None:
    turkish.check_letters(text)
