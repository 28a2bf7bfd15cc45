package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import java.util.List;

/**
 * {@link UseAfterGive} as a plug-in of javac alone: {@code -Xplugin:UseAfterGive} with its jar on the processor path,
 * and nothing else.
 */
public final class UseAfterGivePlugin extends CheckPlugin {
    /** Made by {@code ServiceLoader}. */
    public UseAfterGivePlugin() {
        super("UseAfterGive", Findings.GUIDE);
    }

    @Override
    List<Findings.Finding> findings(CompiledUnit unit, Tree declaration) {
        OwnershipFlow flow = new OwnershipFlow(unit);
        flow.scan(declaration, null);
        return flow.findings.all();
    }
}
