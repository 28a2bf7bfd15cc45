/** Messages between processes: sending, and the handling of arriving packets. */
package org.sennit.internal.endpoints.device.remote;
