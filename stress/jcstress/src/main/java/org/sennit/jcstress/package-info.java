/** Stress tests of the lock-free parts; each outcome is explained as the story that leads to it. */
package org.sennit.jcstress;
