package org.sennit.message;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * This parameter of type {@code Object} is memory: a primitive array, a {@link java.nio.ByteBuffer}, a
 * {@link java.lang.foreign.MemorySegment}, an Agrona buffer, or null where no elements are meant. On a class: its
 * objects may be passed as memory, too.
 *
 * <p>It changes nothing at run time, where anything else is an error of class BUFFER. The check {@code NotMemory} of
 * {@code opi/check} reads it while javac compiles the callers and rejects arguments whose type can never be memory, for
 * Sennit's methods and for the user's own. A method that overrides one with this annotation inherits it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.TYPE})
public @interface Memory {}
