package org.sennit.opi.check;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.Name;

/** The walk through branches, loops and jumps. */
abstract class StatementFlow extends CallFlow {
    StatementFlow(CompiledUnit unit, Contracts contracts) {
        super(unit, contracts);
    }

    @Override
    public Void visitIf(IfTree tree, Void unused) {
        branch(tree.getCondition(), tree.getThenStatement(), tree.getElseStatement());
        return null;
    }

    @Override
    public Void visitAssert(AssertTree tree, Void unused) {
        Facts skipped = facts.copy();
        Branches branches = condition(tree.getCondition());
        facts = branches.whenFalse();
        scan(tree.getDetail(), null);
        mayThrow();
        facts = branches.whenTrue();
        facts.join(skipped);
        return null;
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
        loop(tree, tree.getCondition(), () -> scan(tree.getStatement(), null), () -> {});
        return null;
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void unused) {
        scan(tree.getInitializer(), null);
        loop(tree, tree.getCondition(), () -> scan(tree.getStatement(), null), () -> scan(tree.getUpdate(), null));
        return null;
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
        scan(tree.getExpression(), null);
        repeat(tree, () -> {
            Facts end = facts.copy();
            scan(tree.getVariable(), null);
            scan(tree.getStatement(), null);
            joinContinues(tree);
            return end;
        });
        return null;
    }

    private void loop(Tree tree, ExpressionTree condition, Runnable body, Runnable update) {
        repeat(tree, () -> {
            Branches branches = condition(condition);
            facts = branches.whenTrue();
            body.run();
            joinContinues(tree);
            update.run();
            return branches.whenFalse();
        });
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
        repeat(tree, () -> {
            scan(tree.getStatement(), null);
            joinContinues(tree);
            Branches branches = condition(tree.getCondition());
            facts = branches.whenTrue();
            return branches.whenFalse();
        });
        return null;
    }

    /** One turn of a loop, from its facts to those of the next. */
    private interface Turn {
        /** Returns the facts with which the loop ends without a jump. */
        Facts walk();
    }

    /** Walks turns until another one would find nothing new. */
    private void repeat(Tree tree, Turn turn) {
        while (true) {
            Facts entry = facts.copy();
            Frame.Target target = new Frame.Target(tree);
            push(target);
            Facts end = turn.walk();
            pop();
            facts.join(entry);
            if (facts.equals(entry)) {
                end.join(target.onBreak);
                facts = end;
                return;
            }
        }
    }

    private void joinContinues(Tree tree) {
        for (Frame frame : frames()) {
            if (frame instanceof Frame.Target target && target.tree == tree) {
                facts.join(target.onContinue);
                return;
            }
        }
    }

    @Override
    public Void visitLabeledStatement(LabeledStatementTree tree, Void unused) {
        Frame.Target target = new Frame.Target(tree);
        push(target);
        scan(tree.getStatement(), null);
        pop();
        facts.join(target.onBreak);
        return null;
    }

    @Override
    public Void visitBreak(BreakTree tree, Void unused) {
        Name label = tree.getLabel();
        jump(false, label == null ? innermost(around -> isLoop(around) || around instanceof SwitchTree) : named(label));
        return null;
    }

    @Override
    public Void visitContinue(ContinueTree tree, Void unused) {
        Tree target = tree.getLabel() == null ? innermost(StatementFlow::isLoop) : named(tree.getLabel());
        while (target instanceof LabeledStatementTree labelled) {
            target = labelled.getStatement();
        }
        jump(true, target);
        return null;
    }

    @Override
    public Void visitYield(YieldTree tree, Void unused) {
        scan(tree.getValue(), null);
        jump(false, innermost(SwitchExpressionTree.class::isInstance));
        return null;
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void unused) {
        scan(tree.getExpression(), null);
        jump(false, null);
        return null;
    }

    @Override
    public Void visitThrow(ThrowTree tree, Void unused) {
        scan(tree.getExpression(), null);
        mayThrow();
        facts = Facts.unreachable();
        return null;
    }

    private static boolean isLoop(Tree tree) {
        return tree instanceof WhileLoopTree
                || tree instanceof ForLoopTree
                || tree instanceof EnhancedForLoopTree
                || tree instanceof DoWhileLoopTree;
    }

    private Tree named(Name label) {
        return innermost(tree -> tree instanceof LabeledStatementTree labelled
                && labelled.getLabel().equals(label));
    }

    private Tree innermost(Predicate<Tree> isMeant) {
        for (Frame frame : frames()) {
            if (frame instanceof Frame.Target target && isMeant.test(target.tree)) {
                return target.tree;
            }
        }
        return null;
    }

    /** Statements one after another, of a block or of a group of a switch. */
    final void scanAll(List<? extends StatementTree> statements) {
        statements.forEach(statement -> scan(statement, null));
    }
}
