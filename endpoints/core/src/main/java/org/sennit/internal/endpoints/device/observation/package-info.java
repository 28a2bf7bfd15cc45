/** The reports of a device on its steps, messages and matches while its job is watched. */
package org.sennit.internal.endpoints.device.observation;
