/**
 * What users will check, as programs: each {@link org.sennit.conformance.behaviours.Behaviour} runs unchanged in one
 * JVM and in several, with its first and its last rank as near or as far apart as the placement has them.
 */
package org.sennit.conformance.behaviours;
