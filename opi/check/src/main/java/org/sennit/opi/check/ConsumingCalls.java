package org.sennit.opi.check;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;

/** Finds out in one cheap pass whether code gives anything away; most does not, and is walked no further. */
final class ConsumingCalls extends TreeScanner<Boolean, Void> {
    private final CompiledUnit unit;
    private final Contracts contracts;

    ConsumingCalls(CompiledUnit unit, Contracts contracts) {
        this.unit = unit;
        this.contracts = contracts;
    }

    boolean areIn(Tree tree) {
        return Boolean.TRUE.equals(scan(tree, null));
    }

    @Override
    public Boolean visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        return consumes(tree) || Boolean.TRUE.equals(super.visitMethodInvocation(tree, unused));
    }

    @Override
    public Boolean visitNewClass(NewClassTree tree, Void unused) {
        return consumes(tree) || Boolean.TRUE.equals(super.visitNewClass(tree, unused));
    }

    @Override
    public Boolean visitMemberReference(MemberReferenceTree tree, Void unused) {
        return consumes(tree) || Boolean.TRUE.equals(super.visitMemberReference(tree, unused));
    }

    private boolean consumes(Tree call) {
        return contracts.of(unit.element(call)).consumesAnything();
    }

    @Override
    public Boolean reduce(Boolean one, Boolean other) {
        return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
    }
}
