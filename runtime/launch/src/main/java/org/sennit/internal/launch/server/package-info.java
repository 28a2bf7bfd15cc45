/** The launcher's side of the key-value space: a server on the loopback address for those who hold the job's secret. */
package org.sennit.internal.launch.server;
