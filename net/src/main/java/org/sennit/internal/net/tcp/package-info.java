/** The tcp module: brings loop, connections and options together and offers them as a network module. */
package org.sennit.internal.net.tcp;
