/** A step of a derivation, and what moves where in the words of `storyOf`. */
type Step = readonly [from: string, to: string, story: string];

/** Derivations as school books write them. */
export const derivations: Readonly<Record<string, readonly Step[]>> = {
  'completing the square': [
    ['x^2+6x+5=0', 'x^2+6x=-5', 'x#1 2(sup) +#1→+ 6 x#2 5↷ ='],
    ['x^2+6x=-5', 'x^2+6x+9=4', 'x#1 2(sup) +→+#1 6 x#2 ='],
    ['x^2+6x+9=4', '(x+3)^2=4', 'x#2→x +#2→+ = 4'],
    ['(x+3)^2=4', 'x+3=\\pm 2', 'x + 3 ='],
    ['x+3=\\pm 2', 'x=-3\\pm 2', 'x 3↷ = ± 2'],
  ],
  'the quadratic formula': [
    ['ax^2+bx+c=0', 'x^2+\\frac{b}{a}x=-\\frac{c}{a}', 'x#1 2(sup) +#1→+ b→b(num) x#2 c→c(num)↷ ='],
    [
      'x^2+\\frac{b}{a}x=-\\frac{c}{a}',
      '\\left(x+\\frac{b}{2a}\\right)^2=\\frac{b^2-4ac}{4a^2}',
      'x#1→x + b(num)→b#1(num) a#1(den) ―#1 = c(num) a#2(den)→a#3(den) ―#2',
    ],
    [
      '\\left(x+\\frac{b}{2a}\\right)^2=\\frac{b^2-4ac}{4a^2}',
      'x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}',
      'x b#1(num) 2#1(den)→2#2(den) a#1(den)→a#2(den) = b#2(num)→b#2(num root) 2#3(num sup)→2#1(num root sup) −(num)→−#2(num root) 4#1(num)→4(num root) a#2(num)→a#1(num root) c(num)→c(num root) ―#2→―',
    ],
  ],
  'a linear equation': [
    ['2x+3=x+7', '2x-x=7-3', '2 x#1 3↷ = x#2↷ 7'],
    ['2x-x=7-3', 'x=4', 'x#2→x ='],
  ],
  'a term that changes sides': [
    ['x-5=12', 'x=12+5', 'x 5↷ = 12'],
    ['x=12+5', 'x=17', 'x ='],
  ],
  'sides that change places': [
    ['7=x+3', 'x+3=7', '7↷ = x↷ +↷ 3↷'],
    ['x+3=7', 'x=7-3', 'x 3↷ = 7'],
  ],
  'a factor that becomes a divisor': [
    ['3x=12', 'x=\\frac{12}{3}', '3→3(den)↷ x = 12→12(num)'],
    ['x=\\frac{12}{3}', 'x=4', 'x ='],
  ],
  'a cleared fraction': [
    ['\\frac{x}{2}+1=5', '\\frac{x}{2}=5-1', 'x(num) 2(den) ― 1↷ = 5'],
    ['\\frac{x}{2}=5-1', '\\frac{x}{2}=4', 'x(num) 2(den) ― ='],
    ['\\frac{x}{2}=4', 'x=4\\cdot 2', 'x(num)→x 2(den)→2↷ = 4'],
  ],
  'an expanded product': [
    ['(a+b)(c+d)', 'a(c+d)+b(c+d)', 'a +#1→+#2 b (#2 c→c#2 +#2→+#3 d→d#2 )#2'],
    ['a(c+d)+b(c+d)', 'ac+ad+bc+bd', 'a→a#1 c#1 +#1 d#1 +#2 b→b#1 c#2 +#3 d#2'],
  ],
  'the binomial formula': [
    [
      '(a+b)^2=(a+b)(a+b)',
      '(a+b)^2=a^2+ab+ba+b^2',
      '(#1→( a#1 +#1 b#1 )#1→) 2(sup)→2#1(sup) = a#2→a#3 +#2→+#3 b#2→b#3 a#3→a#4 +#3→+#4 b#3→b#4',
    ],
    [
      '(a+b)^2=a^2+ab+ba+b^2',
      '(a+b)^2=a^2+2ab+b^2',
      '( a#1 +#1 b#1 ) 2#1(sup) = a#2 2#2(sup) +#2 a#3 b#2 +#4→+#3 b#4→b#3 2#3(sup)→2#4(sup)',
    ],
  ],
  'a factored sum': [['x^2+5x+6=0', '(x+2)(x+3)=0', 'x#1 +#1 x#2 +#2 = 0']],
  'a fraction that is divided': [
    ['\\frac{a+b}{c}', '\\frac{a}{c}+\\frac{b}{c}', 'a(num) b(num) c(den)→c#1(den) ―→―#1'],
  ],
  'a root that is resolved': [
    ['\\sqrt{x+5}=3', 'x+5=9', 'x(root)→x +(root)→+ 5(root)→5 ='],
    ['x+5=9', 'x=9-5', 'x 5↷ = 9'],
  ],
  'the power rule': [['f(x)=x^n', "f'(x)=nx^{n-1}", 'f ( x#1 ) = x#2 n(sup)→n#2(sup)']],
  'the chain rule': [
    ['\\frac{d}{dx}(3x+1)^2', '2(3x+1)\\cdot 3', '( 3→3#1 x#2→x + 1 )'],
    ['2(3x+1)\\cdot 3', '6(3x+1)', '( 3#1→3 x + 1 )'],
    ['6(3x+1)', '18x+6', 'x +'],
  ],
  'integration by parts': [
    ['\\int x e^x\\,dx', 'x e^x-\\int e^x\\,dx', '∫ x#1 e→e#2 x#2(sup)→x#3(sup) d x#3→x#4'],
    ['x e^x-\\int e^x\\,dx', 'x e^x-e^x+C', 'x#1 e#1 x#2(sup) − e#2 x#3(sup)'],
  ],
  'the sum formula': [
    [
      '\\sum_{k=1}^n k=1+2+\\dots+n',
      '2\\sum_{k=1}^n k=n(n+1)',
      '∑ k#1(under) =#1(under) 1#1(under) n#1(over) k#2 =#2 n#2→n#3',
    ],
    [
      '2\\sum_{k=1}^n k=n(n+1)',
      '\\sum_{k=1}^n k=\\frac{n(n+1)}{2}',
      '∑ k#1(under) =#1(under) 1#1(under) n#1(over) k#2 =#2 n#2→n#2(num) (→((num) n#3→n#3(num) +→+(num) 1#2→1#2(num) )→)(num)',
    ],
  ],
  'a trigonometric identity': [
    ['\\sin^2 x+\\cos^2 x=1', '\\sin^2 x=1-\\cos^2 x', 'sin 2#1(sup) x#1 cos↷ 2#2(sup)↷ x#2↷ = 1'],
    [
      '\\sin^2 x=1-\\cos^2 x',
      '\\sin x=\\pm\\sqrt{1-\\cos^2 x}',
      'sin x#1 = 1→1(root) −→−(root) cos→cos(root) 2#2(sup)→2(root sup) x#2→x#2(root)',
    ],
  ],
  'a system of equations': [
    [
      '\\begin{aligned}x+y&=5\\\\x-y&=1\\end{aligned}',
      '\\begin{aligned}x+y&=5\\\\2x&=6\\end{aligned}',
      'x#1 + y#1→y =#1 5 x#2 =#2',
    ],
    [
      '\\begin{aligned}x+y&=5\\\\2x&=6\\end{aligned}',
      '\\begin{aligned}y&=2\\\\x&=3\\end{aligned}',
      'y =#1 x#2→x =#2',
    ],
  ],
  logarithms: [
    ['2^x=8', '\\log 2^x=\\log 8', '2 x(sup) = 8'],
    ['\\log 2^x=\\log 8', 'x\\log 2=\\log 8', 'log#1 2 x(sup)→x = log#2 8'],
    [
      'x\\log 2=\\log 8',
      'x=\\frac{\\log 8}{\\log 2}',
      'x log#1→log#2(den)↷ 2→2(den)↷ = log#2→log#1(num) 8→8(num)',
    ],
  ],
  'a matrix product': [
    [
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\begin{pmatrix}x\\\\y\\end{pmatrix}',
      '\\begin{pmatrix}ax+by\\\\cx+dy\\end{pmatrix}',
      '(#1→( a b c d )#1→) x→x#1 y→y#2',
    ],
  ],
  'an inequality': [['-2x<6', 'x>-3', 'x <→>']],
};
