/** What a device tells of its steps, messages and matches when its job is watched. */
package org.sennit.internal.endpoints.device.observation;
