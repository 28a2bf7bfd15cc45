/**
 * LAPI, IBM's low-level interface of active messages and one-sided operations, on Sennit's active messages.
 * {@link org.sennit.lapi.Lapi} is where to begin.
 *
 * <p>Functions keep their words: {@code LAPI_Amsendv} is {@code amsendv}, {@code LAPI_Addr_set} is {@code addrSet}. A
 * return code is a {@link org.sennit.lapi.LapiException}; what only the target sees goes to the error handler that is
 * registered there. A pointer at another task is a {@link org.sennit.lapi.RemoteAddress} or a
 * {@link org.sennit.lapi.CounterAddress}, a header handler at another task the index at which it is registered there.
 */
package org.sennit.lapi;
