package org.sennit.opi.check;

import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.tree.VariableTree;
import java.util.List;
import java.util.Set;

/** The whole walk, with switch and try. Afterwards its findings are complete. */
final class OwnershipFlow extends StatementFlow {
    /** A handler of one of these catches everything after which a program would go on. */
    private static final Set<String> ALL = Set.of("java.lang.Throwable", "java.lang.Exception");

    OwnershipFlow(CompiledUnit unit) {
        super(unit, new Contracts(unit.elements()));
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
        boolean isExhaustive = tree.getCases().stream()
                .flatMap(group -> group.getLabels().stream())
                .anyMatch(OwnershipFlow::makesExhaustive);
        cases(tree, tree.getExpression(), tree.getCases(), isExhaustive);
        return null;
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
        cases(tree, tree.getExpression(), tree.getCases(), true);
        return null;
    }

    /**
     * Returns whether a label makes its switch cover everything: javac requires that of a switch with a pattern or
     * null.
     */
    private static boolean makesExhaustive(CaseLabelTree label) {
        return label instanceof DefaultCaseLabelTree
                || label instanceof PatternCaseLabelTree
                || label instanceof ConstantCaseLabelTree constant
                        && constant.getConstantExpression().getKind() == Tree.Kind.NULL_LITERAL;
    }

    private void cases(Tree tree, ExpressionTree selector, List<? extends CaseTree> groups, boolean isExhaustive) {
        scan(selector, null);
        Facts undecided = facts;
        Frame.Target target = new Frame.Target(tree);
        push(target);
        facts = Facts.unreachable();
        for (CaseTree group : groups) {
            Facts fallsThrough = facts;
            facts = undecided.copy();
            for (CaseLabelTree label : group.getLabels()) {
                if (label instanceof PatternCaseLabelTree pattern) {
                    match(selector, pattern.getPattern());
                }
            }
            if (group.getGuard() != null) {
                Branches guard = condition(group.getGuard());
                facts = guard.whenTrue();
                undecided.join(guard.whenFalse());
            }
            facts.join(fallsThrough);
            if (group.getCaseKind() == CaseTree.CaseKind.RULE) {
                scan(group.getBody(), null);
                jump(false, tree);
            } else {
                scanAll(group.getStatements());
            }
        }
        pop();
        if (!isExhaustive) {
            facts.join(undecided);
        }
        facts.join(target.onBreak);
    }

    @Override
    public Void visitTry(TryTree tree, Void unused) {
        guarded(tree.getFinallyBlock() == null ? null : () -> scan(tree.getFinallyBlock(), null), () -> {
            if (tree.getCatches().isEmpty()) {
                resources(tree);
            } else {
                caught(tree);
            }
        });
        return null;
    }

    private void caught(TryTree tree) {
        Frame.Guard guard = new Frame.Guard(false);
        Facts before = facts.copy();
        push(guard);
        resources(tree);
        pop();
        if (!guard.thrown.isReachable()) {
            guard.thrown.join(before);
        }
        Facts end = facts;
        for (CatchTree handler : tree.getCatches()) {
            facts = guard.thrown.copy();
            scan(handler.getParameter(), null);
            scan(handler.getBlock(), null);
            end.join(facts);
        }
        if (tree.getCatches().stream().noneMatch(this::catchesAll)) {
            mayThrow(guard.thrown);
        }
        facts = end;
    }

    private boolean catchesAll(CatchTree handler) {
        Tree type = handler.getParameter().getType();
        List<? extends Tree> types = type instanceof UnionTypeTree union ? union.getTypeAlternatives() : List.of(type);
        return types.stream().anyMatch(alternative -> unit.namesOneOf(alternative, ALL));
    }

    /** Follows the closing of resources after their block, whichever way it ends: a use of each. */
    private void resources(TryTree tree) {
        List<? extends Tree> resources = tree.getResources();
        scan(resources, null);
        Runnable close = () -> resources.reversed().forEach(this::close);
        guarded(resources.isEmpty() ? null : close, () -> scan(tree.getBlock(), null));
    }

    private void close(Tree resource) {
        Reference reference = resource instanceof VariableTree variable
                ? Reference.to(unit.element(variable))
                : references.of(resource);
        if (reference != null) {
            read(reference, resource);
        }
        mayThrow();
    }

    /** Walks code and then, for each way out of it, what is done last; null where there is nothing to do. */
    private void guarded(Runnable last, Runnable code) {
        Frame.Guard guard = new Frame.Guard(last != null);
        push(guard);
        code.run();
        pop();
        if (last == null) {
            mayThrow(guard.thrown);
            return;
        }
        Facts end = facts;
        facts = guard.thrown;
        last.run();
        mayThrow();
        for (Frame.Jump jump : guard.jumps) {
            facts = jump.facts();
            last.run();
            jump(jump.isContinue(), jump.target());
        }
        facts = end;
        last.run();
    }
}
