/**
 * Active messages: a message names a handler at its target, which says where the data goes when the first packet
 * arrives, and may have another handler run when the data is there. A program gets them by
 * {@code communicator.activeMessages()}. (LAPI_Amsendv; von Eicken et al., "Active Messages", 1992)
 */
package org.sennit.active;
