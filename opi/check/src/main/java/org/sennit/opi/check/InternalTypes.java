package org.sennit.opi.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import java.util.List;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/**
 * Walks code outside of Sennit and collects the places that name its inner types: imports, and types in code with their
 * package. Where an import names a type, its further uses in the file are not collected.
 */
final class InternalTypes extends CheckedCode {
    /** What lists the packages of the API, and documents it. */
    static final String GUIDE = "endpoints/GUIDE.md";

    private static final String SENNIT = "org.sennit";
    private static final String INTERNAL = SENNIT + ".internal.";

    InternalTypes(CompiledUnit unit) {
        super(unit, "InternalType");
    }

    /** Checks one of the outermost declarations of the file, with the first one also the imports. */
    void check(Tree declaration) {
        if (isOfSennit()) {
            return;
        }
        List<? extends Tree> all = unit().unit().getTypeDecls().stream()
                .filter(ClassTree.class::isInstance) // not a semicolon after an import
                .toList();
        if (!all.isEmpty() && all.getFirst() == declaration && !all.stream().allMatch(this::isSuppressed)) {
            unit().unit().getImports().forEach(this::check);
        }
        scan(declaration, null);
    }

    private boolean isOfSennit() {
        ExpressionTree name = unit().unit().getPackageName();
        return name != null && (name + ".").startsWith(SENNIT + ".");
    }

    private void check(ImportTree tree) {
        String name = tree.getQualifiedIdentifier().toString();
        if (name.startsWith(INTERNAL)) {
            addName(tree, name);
        }
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        if (unit().element(tree) instanceof TypeElement type
                && unit().element(tree.getExpression()) instanceof PackageElement
                && type.getQualifiedName().toString().startsWith(INTERNAL)) {
            addName(tree, type.getQualifiedName().toString());
        }
        return super.visitMemberSelect(tree, unused);
    }

    private void addName(Tree use, String name) {
        add(
                use,
                "'%s' is internal to Sennit and may change without notice: use the API, which %s documents"
                        .formatted(name, GUIDE));
    }
}
