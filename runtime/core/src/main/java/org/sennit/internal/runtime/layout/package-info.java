/** The bytes that a layout selects, as loops and pieces without types, for code that copies or updates them. */
package org.sennit.internal.runtime.layout;
