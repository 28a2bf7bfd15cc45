package org.sennit.internal.endpoints.rma;

import org.sennit.message.DataLayout;

/**
 * The place of an access, as the caller gave it.
 *
 * @param target a rank
 * @param displacement in the target's units
 * @param layout from there on; null for as many elements as the origin has
 */
record TargetPlace(int target, long displacement, DataLayout layout) {}
