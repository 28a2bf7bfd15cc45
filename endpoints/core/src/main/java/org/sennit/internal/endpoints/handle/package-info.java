/**
 * The implementation of the interfaces that users call: endpoints, communicators and their views. Inner code does not
 * call it.
 */
package org.sennit.internal.endpoints.handle;
