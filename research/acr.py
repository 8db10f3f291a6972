import pickle,re
from collections import Counter
tr,dv=pickle.load(open('he_ws.pkl','rb'))
rx=re.compile("[א-ת]+(?:[\"״”'׳’][א-ת]+)+|[א-ת]+['׳’]");out=[]
for c in (tr,dv):
    d=Counter()
    for w,n in c.items():
        for m in rx.findall(w): d[m]+=n
    out.append(d)
t,d=out;ws=sum(dv.values())
print('acronym-like per ws',sum(d.values())/ws)
for K in (300,600,1000,2000): 
    top={w for w,_ in t.most_common(K)};
    print(K,'covered per ws',sum(n for w,n in d.items() if w in top)/ws,'count of last',t.most_common(K)[-1][1])
# with clitic stripped
