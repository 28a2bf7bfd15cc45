package org.sennit.internal.endpoints.topology;

import java.util.Arrays;

/** Records of numbers, one after the other, as a {@link RecordRouter} takes them. */
final class Records {
    private int[] numbers = new int[64];
    private int length;

    void add(int... record) {
        if (length + record.length > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(2 * numbers.length, length + record.length));
        }
        System.arraycopy(record, 0, numbers, length, record.length);
        length += record.length;
    }

    int[] toArray() {
        return Arrays.copyOf(numbers, length);
    }
}
