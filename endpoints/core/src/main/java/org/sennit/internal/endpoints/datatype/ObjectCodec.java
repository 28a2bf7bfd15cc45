package org.sennit.internal.endpoints.datatype;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Objects as bytes, by Java's serialization; what comes in goes through the filter of {@link ObjectRules}. Any thread.
 */
public final class ObjectCodec {
    private ObjectCodec() {}

    /**
     * Writes an object.
     *
     * @param value a record or another serializable object, or null
     * @param rules the limits
     * @param where names the operation, for error texts
     * @throws SennitException UNSUPPORTED when objects are off, TYPE when something in it is not serializable, COUNT
     *     when it is too long; final
     */
    public static byte[] encode(Object value, ObjectRules rules, String where) {
        rules.checkOn(where);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (NotSerializableException e) {
            throw new SennitException(
                    ErrorClass.TYPE, "class is not serializable: class=" + e.getMessage() + " " + where, e);
        } catch (IOException | RuntimeException | StackOverflowError e) { // its own writeObject may throw anything
            throw new SennitException(ErrorClass.TYPE, "object cannot be written: cause=" + e + " " + where, e);
        }
        if (bytes.size() > rules.maxBytes()) {
            throw new SennitException(
                    ErrorClass.COUNT,
                    "object too long: length=" + bytes.size() + " limit=" + rules.maxBytes() + " ("
                            + ObjectRules.MAX_BYTES.name() + ") " + where);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads an object.
     *
     * @param bytes what {@link #encode} made, or anything else that a peer has sent
     * @param rules what is let in
     * @param where names the operation, for error texts
     * @throws SennitException UNSUPPORTED when objects are off, TYPE when a class is not allowed, a limit is exceeded,
     *     or the bytes are no object; final
     */
    public static Object decode(byte[] bytes, ObjectRules rules, String where) {
        rules.checkOn(where);
        ObjectRules.Filter filter = rules.new Filter();
        try (ObjectInputStream in = new Input(bytes)) {
            in.setObjectInputFilter(filter);
            return in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            String why = filter.refusal();
            if (why == null) {
                why = describe(e);
            }
            throw new SennitException(ErrorClass.TYPE, why + ": " + where, e);
        }
    }

    private static String describe(Throwable cause) {
        if (cause instanceof LinkageError) { // another version of the program, or a static initializer that fails
            return "class cannot be used here: cause=" + cause;
        }
        return cause instanceof ClassNotFoundException
                ? "class is not known here: class=" + cause.getMessage()
                : "message is not an object: cause=" + cause;
    }

    /** Finds classes as the program's thread does, and makes no proxies. */
    private static final class Input extends ObjectInputStream {
        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // primitive types, and other loaders
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("a proxy is not let in");
        }
    }
}
