package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import java.util.List;

/**
 * {@link InternalType} as a plug-in of javac alone: {@code -Xplugin:InternalType} with its jar on the processor path,
 * and nothing else.
 */
public final class InternalTypePlugin extends CheckPlugin {
    /** Made by {@code ServiceLoader}. */
    public InternalTypePlugin() {
        super("InternalType", ""); // the message names the guide
    }

    @Override
    List<Findings.Finding> findings(CompiledUnit unit, Tree declaration) {
        InternalTypes types = new InternalTypes(unit);
        types.check(declaration);
        return types.findings();
    }
}
