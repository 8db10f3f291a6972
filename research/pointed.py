import pickle,re,sys,morfem
from collections import Counter,defaultdict
L='he'
LET='א-ת';MARK='\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
rx=re.compile(f'[{LET}][{LET}{MARK}]*');mk=re.compile(f'[{MARK}]')
out=[]
for c in pickle.load(open('he_ws.pkl','rb')):
    d=Counter()
    for w,n in c.items():
        if mk.search(w):
            for x in rx.findall(w):
                if mk.search(x): d[x]+=n
    out.append(d)
tr,dv=out
tot=sum(dv.values());print('pointed dev',tot,len(dv),'train',sum(tr.values()),len(tr))
by=defaultdict(Counter)
for w,n in tr.items(): by[mk.sub('',w)][w]+=n
rk=Counter()
for w,n in dv.items():
    b=by.get(mk.sub('',w)); r=99
    if b and w in b: r=[x for x,_ in b.most_common()].index(w)
    rk[min(r,9)]+=n
print('rank of pointing',{k:round(v/tot,3) for k,v in sorted(rk.items())},'skeletons',len(by),'with count>=2',sum(sum(b.values())>1 for b in by.values()))
al={}
mp=lambda k:''.join(chr(0x4e00+al.setdefault(x,len(al))) for x in k)
d={mp(k):n for k,n in tr.items()}
for V in (1000,2000,4000,6000,8000):
    t=morfem.train.bpe(d,vocab_size=256+150+V,progress=False)
    print('verbatim BPE',V,round(sum(n*len(t.encode(' '+mp(k)).ids) for k,n in dv.items())/tot,3),flush=True)
