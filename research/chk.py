import pickle,re
from collections import Counter
L='he'
tr,dv=pickle.load(open('he_ws.pkl','rb'))
M='\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
rx=re.compile(f'[א-ת][א-ת{M}]*')
g=Counter();r=Counter();ws=sum(dv.values())
for w,n in dv.items():
    cat='pointed' if re.search(f'[{M}]',w) else 'plain'
    ps=[x for x in rx.split(w) if x]
    for x in ps: g[cat]+=n; r[(cat,x)]+=n
print({k:round(v/ws,4) for k,v in g.items()});print(r.most_common(25))
