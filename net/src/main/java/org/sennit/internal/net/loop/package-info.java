/**
 * The event loop of a lane, whose owner changes: whichever thread waits or sends drives it. Sits on Netty's public
 * {@link io.netty.channel.IoEventLoop} and {@link io.netty.channel.IoHandler} only; knows nothing of frames.
 */
package org.sennit.internal.net.loop;
