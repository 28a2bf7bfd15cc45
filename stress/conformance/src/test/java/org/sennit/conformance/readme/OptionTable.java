package org.sennit.conformance.readme;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** The options of all parts of Sennit, as {@code sennit info} finds them, as the guide shows them. */
final class OptionTable {
    private OptionTable() {}

    static List<Option<?>> options() {
        return ServiceLoader.load(OptionProvider.class).stream()
                .flatMap(provider -> provider.get().options().stream())
                .sorted(Comparator.<Option<?>, String>comparing(Option::name))
                .toList();
    }

    /** A table in Markdown. */
    static String text() {
        StringBuilder table = new StringBuilder("\n| option | default | what it is |\n|---|---|---|\n");
        for (Option<?> option : options()) {
            String value = String.valueOf(option.defaultValue());
            String unit = option.unit().isEmpty() ? "" : " " + option.unit();
            table.append("| `")
                    .append(option.name())
                    .append("` | ")
                    .append(value.isEmpty() ? "(none)" : value + unit)
                    .append(" | ")
                    .append(option.description().replace("|", "\\|"))
                    .append(" |\n");
        }
        return table.append('\n').toString();
    }
}
