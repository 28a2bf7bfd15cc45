/**
 * What calls share: {@link org.sennit.message.DataLayout}, which elements of a memory are sent;
 * {@link org.sennit.message.Request} and {@link org.sennit.message.Status}, an operation under way and its
 * outcome; and {@link org.sennit.message.SennitException} with its {@link org.sennit.message.ErrorClass}. (MPI
 * 4.1, chapters 3 to 5 and 9)
 */
package org.sennit.message;
