/** Matching: the inbox of an endpoint, its posted receives and its unexpected messages, local and remote ones alike. */
package org.sennit.internal.shm.match;
