import lzma,re,sys,pickle
from collections import Counter
L=sys.argv[1]
LET={'he':'א-ת','ar':'ء-غف-ي','ms':'A-Za-z'}[L]
MARK={'he':'\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7','ar':'\u064b-\u0652\u0670','ms':''}[L]
# whitespace words -> Counter for train and dev
tr,dv=Counter(),Counter()
for i,line in enumerate(lzma.open(f'/work/shared/data/corpora/{L}.txt.xz','rt',encoding='utf8',newline='\n'),1):
    (dv if i%50==0 else tr).update(line.split())
print(L,len(tr),sum(tr.values()),len(dv),sum(dv.values()))
pickle.dump((tr,dv),open(f'{L}_ws.pkl','wb'),4)
runs=re.compile(f'[{LET}{MARK}]+')
strip=re.compile(f'[{MARK}]') if MARK else None
for name,c in (('tr',tr),('dv',dv)):
    w=Counter()
    for x,n in c.items():
        for r in runs.findall(x):
            if strip: r=strip.sub('',r)
            if r: w[r]+=n
    print(name,len(w),sum(w.values()))
    pickle.dump(w,open(f'{L}_words_{name}.pkl','wb'),4)
