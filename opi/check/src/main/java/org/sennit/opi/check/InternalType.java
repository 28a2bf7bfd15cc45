package org.sennit.opi.check;

import com.google.errorprone.BugPattern;
import com.google.errorprone.VisitorState;
import com.google.errorprone.bugpatterns.BugChecker;
import com.google.errorprone.matchers.Description;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.tools.javac.api.JavacTrees;

/**
 * Rejects programs that name Sennit's inner types, as a check of Error Prone: found by {@code ServiceLoader} when its
 * jar is on javac's processor path. Error Prone makes it and calls it, on the thread that compiles. {@code
 * @SuppressWarnings("InternalType")} on a variable, a method or a class says otherwise.
 */
@BugPattern(
        name = "InternalType",
        summary = "A type is named that is internal to Sennit",
        severity = BugPattern.SeverityLevel.ERROR,
        linkType = BugPattern.LinkType.NONE) // the message names the guide
public final class InternalType extends BugChecker implements BugChecker.CompilationUnitTreeMatcher {
    private static final long serialVersionUID = 1;

    /** Made by {@code ServiceLoader}. */
    public InternalType() {}

    /**
     * Checks one file and reports each name where it stands.
     *
     * @param unit the file, attributed
     * @param state of Error Prone
     * @return no match: the names have been reported one by one
     */
    @Override
    public Description matchCompilationUnit(CompilationUnitTree unit, VisitorState state) {
        InternalTypes types =
                new InternalTypes(new CompiledUnit(unit, JavacTrees.instance(state.context), state.getElements()));
        unit.getTypeDecls().forEach(types::check);
        for (Findings.Finding finding : types.findings()) {
            state.reportMatch(buildDescription(finding.use())
                    .setMessage(finding.message())
                    .build());
        }
        return Description.NO_MATCH;
    }
}
