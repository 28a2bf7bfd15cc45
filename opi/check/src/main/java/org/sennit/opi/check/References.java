package org.sennit.opi.check;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds what an expression names. */
final class References {
    private final CompiledUnit unit;

    References(CompiledUnit unit) {
        this.unit = unit;
    }

    /** Returns the expression without parentheses and casts around it. */
    static Tree strip(Tree tree) {
        return switch (tree) {
            case ParenthesizedTree inner -> strip(inner.getExpression());
            case TypeCastTree inner -> strip(inner.getExpression());
            case null, default -> tree;
        };
    }

    /** Returns what the value of an expression is kept in; null if that has no name here. */
    Reference of(Tree tree) {
        return switch (strip(tree)) {
            case IdentifierTree name -> {
                Element element = unit.element(name);
                yield Reference.isVariable(element) ? Reference.to(element) : null;
            }
            case MemberSelectTree select -> ofField(select);
            case ArrayAccessTree access -> ofElement(access);
            case AssignmentTree assignment -> of(assignment.getVariable());
            case null, default -> null;
        };
    }

    private Reference ofField(MemberSelectTree select) {
        Element field = unit.element(select);
        if (!Reference.isVariable(field) || isArray(select.getExpression())) {
            return null;
        }
        if (field.getModifiers().contains(Modifier.STATIC) || isThis(select.getExpression())) {
            return Reference.to(field);
        }
        Reference object = of(select.getExpression());
        return object == null ? null : object.then(new Reference.Step.Field(field));
    }

    private Reference ofElement(ArrayAccessTree access) {
        Reference array = of(access.getExpression());
        if (array == null) {
            return null;
        }
        if (strip(access.getIndex()) instanceof LiteralTree literal && literal.getValue() instanceof Integer index) {
            return array.then(new Reference.Step.Constant(index));
        }
        Reference index = of(access.getIndex());
        boolean isPlain = index != null && index.isLocal() && index.steps().isEmpty();
        return isPlain ? array.then(new Reference.Step.Variable(index.root())) : null;
    }

    boolean isArray(ExpressionTree tree) {
        TypeMirror type = unit.type(tree);
        return type != null && type.getKind() == TypeKind.ARRAY;
    }

    /** Returns whether it is {@code this}, or that of a class around this one. */
    static boolean isThis(Tree tree) {
        return switch (strip(tree)) {
            case IdentifierTree name ->
                name.getName().contentEquals("this") || name.getName().contentEquals("super");
            case MemberSelectTree select ->
                select.getIdentifier().contentEquals("this")
                        || select.getIdentifier().contentEquals("super");
            case null, default -> false;
        };
    }

    /** Calls back for each expression of which the value may be this one: branches, elements of a new array. */
    static void forEachValue(Tree tree, Consumer<Tree> action) {
        Tree value = strip(tree);
        switch (value) {
            case ConditionalExpressionTree choice -> {
                forEachValue(choice.getTrueExpression(), action);
                forEachValue(choice.getFalseExpression(), action);
            }
            case NewArrayTree array -> {
                List<? extends ExpressionTree> elements = array.getInitializers();
                if (elements != null) {
                    elements.forEach(element -> forEachValue(element, action));
                }
            }
            case null -> {}
            default -> action.accept(value);
        }
    }
}
