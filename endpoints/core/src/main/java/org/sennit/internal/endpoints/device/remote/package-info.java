/** Messages between processes: how they are sent, and what the packets of others set in motion. */
package org.sennit.internal.endpoints.device.remote;
