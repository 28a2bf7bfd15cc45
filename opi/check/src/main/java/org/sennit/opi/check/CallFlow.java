package org.sennit.opi.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** The walk through calls, through what is bound to names, and through bodies that run later. */
abstract class CallFlow extends ExpressionFlow {
    /** Bodies that have been walked and wait for the expression around them to say when they run. */
    private final Map<Tree, Body> made = new IdentityHashMap<>();

    private final Map<Element, Body> localClasses = new HashMap<>();
    private final ConsumingCalls consumingCalls;
    private Element outermostClass;

    CallFlow(CompiledUnit unit, Contracts contracts) {
        super(unit, contracts);
        consumingCalls = new ConsumingCalls(unit, contracts);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        ExpressionTree select = tree.getMethodSelect();
        ExpressionTree receiver = select instanceof MemberSelectTree member ? member.getExpression() : null;
        scan(receiver, null);
        scan(tree.getArguments(), null);
        Element method = unit.element(tree);
        boolean isOnThis = receiver == null || References.isThis(receiver);
        if (isOnThis && method != null && !method.getModifiers().contains(Modifier.STATIC)) {
            facts.forget(Reference::isAssignableElsewhere);
        }
        called(method, receiver, tree.getArguments());
        return null;
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
        scan(tree.getEnclosingExpression(), null);
        scan(tree.getArguments(), null);
        Element constructor = unit.element(tree);
        if (tree.getClassBody() != null) {
            made.put(tree, members(tree.getClassBody()));
        } else if (constructor != null && localClasses.containsKey(constructor.getEnclosingElement())) {
            Body body = localClasses.get(constructor.getEnclosingElement());
            body.reads.forEach(reference -> read(reference, tree));
            made.put(tree, body);
        }
        called(constructor, null, tree.getArguments());
        return null;
    }

    /** Follows a call whose arguments have been evaluated. */
    private void called(Element method, ExpressionTree receiver, List<? extends ExpressionTree> arguments) {
        if (method != null && outermost(method).equals(outermostClass)
                || arguments.stream().anyMatch(References::isThis)) {
            facts.forget(Reference::isAssignableElsewhere);
        }
        run(made.remove(References.strip(receiver)));
        arguments.forEach(argument -> run(made.remove(References.strip(argument))));
        Contract contract = contracts.of(method);
        if (contract.consumesReceiver() && receiver != null) {
            give(receiver);
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (contract.consumes(i)) {
                give(arguments.get(i));
            }
        }
        forgetParts(receiver);
        arguments.forEach(this::forgetParts);
        mayThrow();
    }

    /** Forgets the parts of an argument: the called method may assign fields of an object, and elements of an array. */
    private void forgetParts(ExpressionTree passed) {
        Reference object = references.of(passed);
        if (object != null) {
            facts.forget(name -> !name.equals(object) && name.startsWith(object));
        }
    }

    private static Element outermost(Element element) {
        Element outermost = element;
        for (Element around = element; around != null; around = around.getEnclosingElement()) {
            outermost = around instanceof TypeElement ? around : outermost;
        }
        return outermost;
    }

    @Override
    final void bind(Reference target, ExpressionTree value) {
        scan(value, null);
        Reference source = references.of(value);
        Set<Reference> viewed = viewedBy(value);
        Body body = made.remove(References.strip(value));
        facts.assign(target);
        if (source != null && !source.changesWith(target)) {
            facts.nameToo(target, source);
        }
        viewed.stream()
                .filter(reference -> !reference.changesWith(target))
                .forEach(reference -> facts.view(target, reference));
        if (body != null) {
            body.keepIn(facts, target);
        }
    }

    /**
     * Returns what a value needs to be alive, by Borrowed methods and by methods of views that return another such
     * view.
     */
    private Set<Reference> viewedBy(Tree value) {
        if (!(References.strip(value) instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select)) {
            return Set.of();
        }
        Tree object = select.getExpression();
        Reference named = references.of(object);
        Set<Reference> through = new HashSet<>(named == null ? viewedBy(object) : facts.viewedBy(named));
        if (contracts.of(unit.element(call)).isBorrowed()) {
            if (named != null) {
                through.add(named);
            }
            return through;
        }
        return isSameClass(call, object) ? through : Set.of();
    }

    private boolean isSameClass(Tree one, Tree other) {
        return unit.type(one) instanceof DeclaredType oneType
                && unit.type(other) instanceof DeclaredType otherType
                && oneType.asElement().equals(otherType.asElement());
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        declaration(tree, () -> {
            Element variable = unit.element(tree);
            if (variable != null) {
                Reference reference = Reference.to(variable);
                declare(variable);
                if (tree.getInitializer() == null) {
                    facts.assign(reference);
                } else {
                    bind(reference, tree.getInitializer());
                }
            }
        });
        return null;
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        Body body = new Body();
        enclosed(body, () -> {
            scan(tree.getParameters(), null);
            scan(tree.getBody(), null);
        });
        made.put(tree, body);
        return null;
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        scan(tree.getQualifierExpression(), null);
        Reference object = references.of(tree.getQualifierExpression());
        if (object != null) {
            Body body = new Body();
            body.read(object);
            if (contracts.of(unit.element(tree)).consumesReceiver()) {
                body.give(object, new Give(tree, object, unit.line(tree)));
            }
            made.put(tree, body);
        }
        return null;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
        declaration(tree, () -> {
            if (isInBody()) {
                localClasses.put(unit.element(tree), members(tree));
            } else {
                Element around = outermostClass;
                outermostClass = outermost(unit.element(tree));
                members(tree);
                outermostClass = around;
            }
        });
        return null;
    }

    /** Walks all that a class declares, each member as if it were the first to run. */
    private Body members(ClassTree tree) {
        Body body = new Body();
        for (Tree member : tree.getMembers()) {
            if (member instanceof ClassTree && !isInBody()) {
                scan(member, null);
            } else if (isInBody() || consumingCalls.areIn(member)) {
                enclosed(body, () -> scan(member, null));
            }
        }
        return body;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
        declaration(tree, () -> {
            scan(tree.getParameters(), null);
            scan(tree.getBody(), null);
        });
        return null;
    }
}
