package org.sennit.opi.check;

import com.google.errorprone.BugPattern;
import com.google.errorprone.VisitorState;
import com.google.errorprone.bugpatterns.BugChecker;
import com.google.errorprone.matchers.Description;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.tools.javac.api.JavacTrees;

/**
 * The check as one of Error Prone's: found by {@code ServiceLoader} when its jar is on javac's processor path. Error
 * Prone makes it and calls it, on the thread that compiles. {@code @SuppressWarnings("UseAfterGive")} on a variable, a
 * method or a class says otherwise.
 */
@BugPattern(
        name = "UseAfterGive",
        summary = "A buffer is used after it was given away",
        severity = BugPattern.SeverityLevel.ERROR,
        linkType = BugPattern.LinkType.CUSTOM,
        link = Findings.GUIDE)
public final class UseAfterGive extends BugChecker implements BugChecker.CompilationUnitTreeMatcher {
    private static final long serialVersionUID = 1;

    /** Made by {@code ServiceLoader}. */
    public UseAfterGive() {}

    /**
     * Checks one file and reports each use where it stands.
     *
     * @param unit the file, attributed
     * @param state of Error Prone
     * @return no match: the uses have been reported one by one
     */
    @Override
    public Description matchCompilationUnit(CompilationUnitTree unit, VisitorState state) {
        CompiledUnit compiled = new CompiledUnit(unit, JavacTrees.instance(state.context), state.getElements());
        OwnershipFlow flow = new OwnershipFlow(compiled);
        flow.scan(unit.getTypeDecls(), null);
        for (Findings.Finding finding : flow.findings.all()) {
            state.reportMatch(buildDescription(finding.use())
                    .setMessage(finding.message())
                    .build());
        }
        return Description.NO_MATCH;
    }
}
