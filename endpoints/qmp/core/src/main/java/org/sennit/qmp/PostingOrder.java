package org.sennit.qmp;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which the channels of a handle are started: receives first, so that messages find them posted, and
 * higher priorities before lower ones. Channels whose messages match each other keep the declared order: one that is
 * declared before another of higher priority is started with that priority.
 */
final class PostingOrder {
    private PostingOrder() {}

    static Channel[] of(List<Channel> declared) {
        int[] priority = new int[declared.size()];
        for (int i = declared.size() - 1; i >= 0; i--) {
            priority[i] = declared.get(i).priority();
            for (int k = i + 1; k < declared.size(); k++) {
                if (declared.get(i).isSame(declared.get(k))) {
                    priority[i] = Math.min(priority[i], priority[k]);
                }
            }
        }
        return IntStream.range(0, declared.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> declared.get(i).isSend())
                        .thenComparingInt(i -> priority[i])) // stable
                .map(declared::get)
                .toArray(Channel[]::new);
    }
}
