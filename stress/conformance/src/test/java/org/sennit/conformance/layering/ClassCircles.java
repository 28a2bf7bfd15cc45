package org.sennit.conformance.layering;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The circles of classes inside each package: groups in which every class uses every other, directly or by way of the
 * others, so that none can be understood or tested alone. Nested classes belong to their outermost one. (Tarjan 1972)
 */
final class ClassCircles {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> order = new HashMap<>(); // in which classes were reached
    private final Map<String, Integer> earliest = new HashMap<>(); // class that each leads back to; none: in its circle
    private final Deque<String> open = new ArrayDeque<>();
    private final Map<String, Integer> largest = new TreeMap<>();

    private ClassCircles(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /**
     * Returns the number of classes in the largest circle of each package; 1: there is none.
     *
     * @param uses for each outermost class those that it uses
     */
    static Map<String, Integer> largest(Map<String, Set<String>> uses) {
        ClassCircles circles = new ClassCircles(uses);
        uses.keySet().stream().filter(name -> !circles.order.containsKey(name)).forEach(circles::follow);
        return circles.largest;
    }

    private void follow(String name) {
        int mine = order.size();
        order.put(name, mine);
        earliest.put(name, mine);
        open.push(name);
        String home = ClassFiles.packageOf(name);
        for (String used : uses.get(name)) {
            if (!home.equals(ClassFiles.packageOf(used)) || !uses.containsKey(used)) {
                continue;
            }
            if (!order.containsKey(used)) {
                follow(used);
            }
            Integer back = earliest.get(used);
            if (back != null) {
                earliest.merge(name, back, Math::min);
            }
        }
        if (earliest.get(name) == mine) {
            int count = 0;
            String last;
            do {
                last = open.pop();
                earliest.remove(last);
                count++;
            } while (!last.equals(name));
            largest.merge(home, count, Math::max);
        }
    }
}
