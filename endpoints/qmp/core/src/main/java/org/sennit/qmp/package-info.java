/**
 * QMP 2.0, the message passing interface of lattice QCD, on Sennit's communicators: declared channels between the nodes
 * of a torus, which are started again and again, and global operations in place. {@link org.sennit.qmp.Qmp} is where to
 * begin.
 *
 * <p>Functions keep their words: {@code QMP_declare_send_relative} is {@code declareSendRelative}. A pointer is a
 * memory, and an offset in bytes where one is needed; a null handle is {@code null}; a pointer to a result is an array
 * whose element 0 is replaced. "QMP 2.5" beside a function says that it is in the header of that release and not in the
 * document of 2.0.
 */
package org.sennit.qmp;
