/** Which processors endpoints run on: what the system allows, what the machine looks like, and which endpoint is bound where. */
package org.sennit.internal.runtime.affinity;
