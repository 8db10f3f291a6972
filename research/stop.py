"""stop rules: share of gold roots found against share of proper names cut"""
import sys; from units import *
from final import _U
L='he'
r,c=load(L);an,sc=pickle.load(open(f'{L}_an.pkl','rb'))
mw=_U(open(f'{L}_rp1.pkl','rb')).load()
names=set();G='/work/shared/data/gold/he/segmentation/'
import glob
for f in glob.glob(G+'*.tsv'):
    for i,l in enumerate(open(f,encoding='utf8')):
        x=l.rstrip('\n').split('\t')
        if i and x[2]=='PROPN' and ' ' not in x[1] and len(x[0])>3 and all('א'<=ch<='ת' for ch in x[0]): names.add(x[0])
names=sorted(names)
gold=[(w,p,mw.analyse(w)) for w,p,_ in r]; nm=[(w,mw.analyse(w)) for w in names]
tr=mw.cnt
bylen=Counter();fam=Counter()
rootfam=mw.Rn;pat=mw.Tn
def attested(w,pos):
    """share of intermediate strings that are words: peel pattern letters from the outside in, greedily taking an attested one first"""
    cur=norm(L,w);keep=set(pos);idx=list(range(len(cur)));ok=tot=0
    while len(idx)>len(pos):
        best=None
        for j,i in enumerate(idx):
            if i in keep: continue
            s=''.join(cur[k] for k in idx if k!=i)
            sc=tr.get(s,0)
            if best is None or sc>best[0]: best=(sc,j)
        idx.pop(best[1]);tot+=1;ok+=best[0]>0
    return ok/tot if tot else 1.
def rules():
    yield 'none',lambda w,a:True
    for t in (1,2,3,5): yield f'root has >= {t} expected types (nR)',(lambda t:lambda w,a:rootfam.get(''.join(norm(L,w)[i] for i in a[3]),0)>=t)(t)
    for t in (5,10,20,50): yield f'pattern has >= {t} expected types (nT)',(lambda t:lambda w,a:pat.get(mw.pat(norm(L,w),'','',a[3]),0)>=t)(t)
    for rt,tt in ((2,5),(3,5),(3,10),(5,20)): yield f'root >= {rt} and pattern >= {tt}',(lambda rt,tt:lambda w,a:rootfam.get(''.join(norm(L,w)[i] for i in a[3]),0)>=rt and pat.get(mw.pat(norm(L,w),'','',a[3]),0)>=tt)(rt,tt)
    for t in (-2,0,2,4,6,8): yield f'score >= {t}',(lambda t:lambda w,a:a[0]>=t)(t)
    for t in (.34,.5,.67,1.): yield f'intermediates attested >= {t}',(lambda t:lambda w,a:attested(w,a[3])>=t)(t)
print(len(names),'names; not analysable at all',round(sum(a is None for w,a in nm)/len(nm),3))
for n,f in rules():
    res=sum(a is not None and list(a[3])==p and f(w,a) for w,p,a in gold)/len(gold)
    wrong=sum(a is not None and list(a[3])!=p and f(w,a) for w,p,a in gold)/len(gold)
    cut=sum(a is not None and f(w,a) for w,a in nm)/len(nm)
    print(f'{n:45s} root right {res:.3f} wrong {wrong:.3f} names cut {cut:.3f}',flush=True)
