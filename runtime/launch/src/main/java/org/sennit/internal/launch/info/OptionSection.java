package org.sennit.internal.launch.info;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;
import org.sennit.message.SennitException;

/** Every option with its value, its unit, where the value came from, and what it is for. Threads: stateless. */
public final class OptionSection implements InfoSection {
    @Override
    public int order() {
        return 1000;
    }

    @Override
    public String title() {
        return "Options (-o NAME=VALUE, -Dsennit.NAME=VALUE, or SENNIT_NAME in the environment)";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        List<Option<?>> all = new ArrayList<>();
        ServiceLoader.load(OptionProvider.class).forEach(provider -> all.addAll(provider.options()));
        all.sort(Comparator.comparing(Option::name));
        int valueWidth = 0;
        int originWidth = 0;
        for (Option<?> option : all) {
            valueWidth = Math.max(valueWidth, value(options, option).length());
            originWidth = Math.max(originWidth, options.origin(option).length());
        }
        String format = "%-" + valueWidth + "s  %-" + originWidth + "s  %s";
        for (Option<?> option : all) {
            line.accept(
                    option.name(),
                    String.format(format, value(options, option), options.origin(option), option.description()));
        }
    }

    private static String value(Options options, Option<?> option) {
        String value;
        try {
            value = String.valueOf(options.value(option));
        } catch (SennitException illegal) {
            return "ILLEGAL: " + illegal.getMessage();
        }
        return (value.isEmpty() ? "(none)" : value) + (option.unit().isEmpty() ? "" : " " + option.unit());
    }
}
