package org.sennit.opi.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The facts at one point of a body, over all paths that lead there: what may have been given away, which references are
 * the same for sure, which are views of others, and what is given away when something is run.
 *
 * <p>Facts only grow when paths meet (and what is the same for sure shrinks), so that a loop comes to rest.
 */
final class Facts {
    private boolean isReachable;
    private final Map<Reference, Set<Give>> given = new HashMap<>();
    private final Map<Reference, Set<Reference>> same = new HashMap<>();
    private final Map<Reference, Set<Reference>> views = new HashMap<>();
    private final Map<Reference, Map<Reference, Set<Give>>> givesWhenRun = new HashMap<>();

    private Facts(boolean isReachable) {
        this.isReachable = isReachable;
    }

    static Facts none() {
        return new Facts(true);
    }

    /** Returns the facts of a point that no path reaches. */
    static Facts unreachable() {
        return new Facts(false);
    }

    boolean isReachable() {
        return isReachable;
    }

    Facts copy() {
        Facts copy = unreachable();
        copy.join(this);
        return copy;
    }

    /** Joins the facts of another path that leads here. */
    void join(Facts other) {
        if (!other.isReachable) {
            return;
        }
        if (isReachable) {
            same.keySet().retainAll(other.same.keySet());
            same.forEach((reference, others) -> others.retainAll(other.same.get(reference)));
            same.values().removeIf(Set::isEmpty);
        } else {
            other.same.forEach((reference, others) -> same.put(reference, new HashSet<>(others)));
        }
        isReachable = true;
        addAll(given, other.given);
        addAll(views, other.views);
        other.givesWhenRun.forEach(
                (runnable, gives) -> addAll(givesWhenRun.computeIfAbsent(runnable, key -> new HashMap<>()), gives));
    }

    private static <T> void addAll(Map<Reference, Set<T>> to, Map<Reference, Set<T>> from) {
        from.forEach((key, values) ->
                to.computeIfAbsent(key, unused -> new HashSet<>()).addAll(values));
    }

    /** Gives a reference away, with what else names the same object or a part of it, and all views of them. */
    void give(Reference reference, Give give) {
        Set<Reference> gone = namesOf(reference);
        same.forEach((name, others) -> {
            if (name.startsWith(reference)) {
                gone.addAll(others);
            }
        });
        for (Reference name : gone) {
            given.computeIfAbsent(name, key -> new HashSet<>()).add(give);
            views.forEach((view, sources) -> {
                if (sources.stream().anyMatch(source -> source.startsWith(name))) {
                    given.computeIfAbsent(view, key -> new HashSet<>()).add(give);
                }
            });
        }
    }

    /** Returns the place where this very reference has been given away. */
    Set<Give> givesOf(Reference reference) {
        return given.getOrDefault(reference, Set.of());
    }

    /** Forgets a reference whose use has been reported: what follows from the same mistake is no mistake of its own. */
    void pardon(Reference reference) {
        namesOf(reference).forEach(given::remove);
    }

    /** Forgets what was known of a reference, which holds something new. */
    void assign(Reference reference) {
        forget(name -> name.changesWith(reference));
    }

    /** Forgets all that is known of these references. */
    void forget(Predicate<Reference> isStale) {
        given.keySet().removeIf(isStale);
        removeAll(same, isStale);
        removeAll(views, isStale);
        givesWhenRun.keySet().removeIf(isStale);
        givesWhenRun.values().forEach(gives -> gives.keySet().removeIf(isStale));
        givesWhenRun.values().removeIf(Map::isEmpty);
    }

    private static void removeAll(Map<Reference, Set<Reference>> map, Predicate<Reference> isStale) {
        map.keySet().removeIf(isStale);
        map.values().forEach(references -> references.removeIf(isStale));
        map.values().removeIf(Set::isEmpty);
    }

    /** Notes {@code target = source}: one object with two names. */
    void nameToo(Reference target, Reference source) {
        Set<Reference> names = namesOf(source);
        for (Reference name : names) {
            same.computeIfAbsent(name, key -> new HashSet<>()).add(target);
        }
        same.computeIfAbsent(target, key -> new HashSet<>()).addAll(names);
        views.getOrDefault(source, Set.of()).stream().toList().forEach(viewed -> view(target, viewed));
        Map<Reference, Set<Give>> gives = givesWhenRun.get(source);
        if (gives != null) {
            gives.forEach((reference, all) -> all.forEach(give -> giveWhenRun(target, reference, give)));
        }
    }

    private Set<Reference> namesOf(Reference reference) {
        Set<Reference> names = new HashSet<>(same.getOrDefault(reference, Set.of()));
        names.add(reference);
        return names;
    }

    /** Notes that what a variable holds needs the source to be alive. */
    void view(Reference view, Reference source) {
        views.computeIfAbsent(view, key -> new HashSet<>()).add(source);
    }

    Set<Reference> viewedBy(Reference view) {
        return views.getOrDefault(view, Set.of());
    }

    /** Notes that what a variable holds gives a reference away when it is run. */
    void giveWhenRun(Reference runnable, Reference reference, Give give) {
        givesWhenRun
                .computeIfAbsent(runnable, key -> new HashMap<>())
                .computeIfAbsent(reference, key -> new HashSet<>())
                .add(give);
    }

    /** Notes that what a variable holds may be run from here on. */
    void run(Reference runnable) {
        Map<Reference, Set<Give>> gives = givesWhenRun.get(runnable);
        if (gives != null) {
            gives.forEach((reference, all) -> all.forEach(give -> give(reference, give)));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Facts facts
                && isReachable == facts.isReachable
                && given.equals(facts.given)
                && same.equals(facts.same)
                && views.equals(facts.views)
                && givesWhenRun.equals(facts.givesWhenRun);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }
}
