package org.sennit.opi.check;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;

/** The walk through expressions but calls: uses, assignments, and conditions with their two ways out. */
abstract class ExpressionFlow extends Flow {
    /**
     * The facts behind a condition, for each outcome.
     *
     * @param whenTrue the facts if it holds
     * @param whenFalse the facts if it does not
     */
    record Branches(Facts whenTrue, Facts whenFalse) {
        Facts joined() {
            Facts both = whenTrue.copy();
            both.join(whenFalse);
            return both;
        }
    }

    ExpressionFlow(CompiledUnit unit, Contracts contracts) {
        super(unit, contracts);
    }

    /** Evaluates a value that a reference, which is not null, holds from then on. */
    abstract void bind(Reference target, ExpressionTree value);

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        Reference reference = references.of(tree);
        if (reference != null) {
            read(reference, tree);
        }
        return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        Reference reference = references.of(tree);
        if (reference != null) {
            read(reference, tree);
        } else if (references.isArray(tree.getExpression())) {
            readArray(tree.getExpression());
        } else {
            scan(tree.getExpression(), null);
        }
        return null;
    }

    /** Reads an array for its length, or to assign an element, which does not touch what the array holds. */
    private void readArray(ExpressionTree array) {
        Reference reference = references.of(array);
        if (reference != null) {
            readWay(reference, array);
        } else {
            scan(array, null);
        }
    }

    @Override
    public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        Reference reference = references.of(tree);
        if (reference != null) {
            read(reference, tree);
        } else {
            scan(tree.getExpression(), null);
        }
        scan(tree.getIndex(), null);
        mayThrow();
        return null;
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
        Tree target = References.strip(tree.getVariable());
        switch (target) {
            case ArrayAccessTree access -> {
                readArray(access.getExpression());
                scan(access.getIndex(), null);
            }
            case MemberSelectTree select -> scan(select.getExpression(), null);
            default -> {}
        }
        Reference reference = references.of(target);
        if (reference != null) {
            bind(reference, tree.getExpression());
        } else {
            scan(tree.getExpression(), null);
        }
        if (target instanceof ArrayAccessTree access) {
            renew(access);
        }
        return null;
    }

    /**
     * Follows an assignment to an element of an array that was given away: from its first new element on the array
     * counts as fresh.
     */
    private void renew(ArrayAccessTree access) {
        Reference array = references.of(access.getExpression());
        if (array != null) {
            facts.pardon(array);
            if (references.of(access) == null) {
                facts.forget(name -> !name.equals(array) && name.startsWith(array));
            }
        }
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
        scan(tree.getVariable(), null);
        scan(tree.getExpression(), null);
        assignIfNamed(tree.getVariable());
        return null;
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void unused) {
        scan(tree.getExpression(), null);
        switch (tree.getKind()) {
            case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
                assignIfNamed(tree.getExpression());
            default -> {}
        }
        return null;
    }

    private void assignIfNamed(ExpressionTree tree) {
        Reference reference = references.of(tree);
        if (reference != null) {
            facts.assign(reference);
        }
    }

    @Override
    public Void visitTypeCast(TypeCastTree tree, Void unused) {
        return scan(tree.getExpression(), null);
    }

    @Override
    public Void visitInstanceOf(InstanceOfTree tree, Void unused) {
        scan(tree.getExpression(), null);
        PatternTree pattern = tree.getPattern();
        if (pattern != null) {
            match(tree.getExpression(), pattern);
        }
        return null;
    }

    /** Follows a pattern. Its variables are new; one that takes the whole object is another name of it. */
    final void match(ExpressionTree object, Tree pattern) {
        scan(pattern, null);
        Reference source = references.of(object);
        if (pattern instanceof BindingPatternTree binding && source != null) {
            VariableTree variable = binding.getVariable();
            facts.nameToo(Reference.to(unit.element(variable)), source);
        }
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void unused) {
        switch (tree.getKind()) {
            case CONDITIONAL_AND, CONDITIONAL_OR -> facts = condition(tree).joined();
            case EQUAL_TO, NOT_EQUAL_TO -> {
                compare(tree.getLeftOperand());
                compare(tree.getRightOperand());
            }
            default -> {
                scan(tree.getLeftOperand(), null);
                scan(tree.getRightOperand(), null);
            }
        }
        return null;
    }

    /** Follows an operand of a comparison with null or another reference, which does not touch what was given away. */
    private void compare(ExpressionTree operand) {
        Reference reference = references.of(operand);
        if (reference == null || References.strip(operand) instanceof AssignmentTree) {
            scan(operand, null);
        } else {
            readWay(reference, operand);
        }
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void unused) {
        branch(tree.getCondition(), tree.getTrueExpression(), tree.getFalseExpression());
        return null;
    }

    /** Follows two branches after a condition; null stands for nothing. */
    final void branch(ExpressionTree condition, Tree whenTrue, Tree whenFalse) {
        Branches branches = condition(condition);
        facts = branches.whenTrue();
        scan(whenTrue, null);
        Facts end = facts;
        facts = branches.whenFalse();
        scan(whenFalse, null);
        facts.join(end);
    }

    /** Evaluates a condition; no condition holds always. The caller goes on with one of the branches. */
    final Branches condition(ExpressionTree tree) {
        return switch (tree) {
            case null -> new Branches(facts, Facts.unreachable());
            case ParenthesizedTree inner -> condition(inner.getExpression());
            case LiteralTree literal
            when literal.getValue() instanceof Boolean isTrue ->
                isTrue ? new Branches(facts, Facts.unreachable()) : new Branches(Facts.unreachable(), facts);
            case UnaryTree not
            when not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT -> {
                Branches branches = condition(not.getExpression());
                yield new Branches(branches.whenFalse(), branches.whenTrue());
            }
            case BinaryTree and
            when and.getKind() == Tree.Kind.CONDITIONAL_AND -> {
                Branches left = condition(and.getLeftOperand());
                facts = left.whenTrue();
                Branches right = condition(and.getRightOperand());
                right.whenFalse().join(left.whenFalse());
                yield right;
            }
            case BinaryTree or
            when or.getKind() == Tree.Kind.CONDITIONAL_OR -> {
                Branches left = condition(or.getLeftOperand());
                facts = left.whenFalse();
                Branches right = condition(or.getRightOperand());
                right.whenTrue().join(left.whenTrue());
                yield right;
            }
            default -> {
                scan(tree, null);
                yield new Branches(facts, facts.copy());
            }
        };
    }
}
