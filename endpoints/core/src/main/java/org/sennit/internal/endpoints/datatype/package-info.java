/** Memory as units of a type, the operations that reduce it, and the codec of objects. */
package org.sennit.internal.endpoints.datatype;
