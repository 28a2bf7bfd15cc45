/** Flow control: how much one process may still send eagerly to an endpoint of another. */
package org.sennit.internal.endpoints.device.flow;
