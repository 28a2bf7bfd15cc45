/** The launcher's own sections of {@code sennit info}. */
package org.sennit.internal.launch.info;
