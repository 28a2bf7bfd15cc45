/**
 * Give and take, as a kind of message: memory whose ownership travels instead of its bytes. Pools and handles are
 * above, in opi.
 */
package org.sennit.internal.endpoints.ownership;
