package org.sennit.internal.endpoints.rma.memory;

import org.sennit.message.DataLayout;

/**
 * The memory of an access at its target.
 *
 * @param target the rank of the target
 * @param displacement as the caller gave it, for errors
 * @param region the memory; null in another process, where all counts from the beginning of the part
 * @param layout the target's layout; null when the bytes lie side by side
 * @param offset where the first byte of the layout lies, in bytes
 * @param lengthBytes how many bytes
 */
public record TargetMemory(
        int target, long displacement, Region region, DataLayout layout, long offset, long lengthBytes) {}
