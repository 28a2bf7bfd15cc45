/**
 * Operations under way: those that wait for a packet of a peer, by their ids, with what ends them where the peer fails,
 * and the count of those that a flush or a fence waits for.
 */
package org.sennit.internal.endpoints.am.operation;
