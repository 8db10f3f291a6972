import pickle,re,sys
sys.path.insert(0,'/work/main/.baselines-cache/packages')
try: import sentencepiece as sp
except ImportError:
    import os; print(os.listdir('/work/main/.baselines-cache/packages')[:20]); raise
from collections import Counter
for L in ('he','ar','ms'):
    m=sp.SentencePieceProcessor(model_file=f'/work/main/.baselines-cache/{L}/sentencepiece-bpe.model')
    dv=pickle.load(open(f'{L}_words_dv.pkl','rb'))
    ws=list(dv);k=m.encode(ws)
    print(L,'SPM BPE tokens per unpointed letter run',round(sum(len(x)*dv[w] for x,w in zip(k,ws))/sum(dv.values()),4))
    tr,d=pickle.load(open(f'{L}_ws.pkl','rb'))
    LET={'he':'א-ת','ar':'ء-غف-ي','ms':'A-Za-z'}[L]
    MARK={'he':'\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7','ar':'\u064b-\u0652\u0670','ms':''}[L]
    ws=list(d);k=m.encode(ws);tot=sum(d.values());print('  whole tokens/ws',round(sum(len(x)*d[w] for x,w in zip(k,ws))/tot,4),'words of letters only',)
    groups=Counter();tk=Counter()
    for w,x in zip(ws,k):
        if re.fullmatch(f'[{LET}]+',w): g='letters'
        elif MARK and re.search(f'[{MARK}]',w): g='pointed'
        elif not re.search(f'[{LET}]',w): g='no letters'
        else: g='letters+punct'
        groups[g]+=d[w];tk[g]+=d[w]*len(x)
    print('  ',{g:(round(n/tot,4),round(tk[g]/n,3)) for g,n in groups.items()})
