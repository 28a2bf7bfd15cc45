package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import java.util.List;

/**
 * {@link NotMemory} as a plug-in of javac alone: {@code -Xplugin:NotMemory} with its jar on the processor path, and
 * nothing else.
 */
public final class NotMemoryPlugin extends CheckPlugin {
    /** Made by {@code ServiceLoader}. */
    public NotMemoryPlugin() {
        super("NotMemory", MemoryArguments.GUIDE);
    }

    @Override
    List<Findings.Finding> findings(CompiledUnit unit, Tree declaration) {
        MemoryArguments arguments = new MemoryArguments(unit);
        arguments.scan(declaration, null);
        return arguments.findings();
    }
}
