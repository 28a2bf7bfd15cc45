package org.sennit.examples.heat;

import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * The command line of heat.
 *
 * <p>Filled by picocli before the job starts, then only read, by any thread.
 */
@Command(
        name = "heat",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Spreads the heat of a picture by Jacobi's method: bright is hot, the border keeps its",
            "temperature, and so do the pixels that --fixed or --mask give."
        })
final class HeatArguments {
    /** The pixels that keep their temperature. */
    enum Fixed {
        /** The border alone. */
        BORDER,
        /** The border and every pixel from the threshold up. */
        BRIGHT
    }

    /** Width and height in pixels. */
    record Size(int width, int height) {}

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PICTURE",
            description = "A PNG or PGM file; without one, heat draws a braid of its own.")
    Path picture;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            converter = SizeConverter.class,
            description = "Size of the drawn picture in pixels, 800x500 if not given.")
    Size size;

    @Option(
            names = "--fixed",
            paramLabel = "WHICH",
            description = "border, or bright: the border and the pixels from --threshold up."
                    + " border for a file, bright for the drawn picture if not given.")
    Fixed fixed;

    @Option(
            names = "--threshold",
            paramLabel = "B",
            defaultValue = "0.5",
            description = "Brightness, 0 to 1, from which --fixed bright and --mask fix a pixel: ${DEFAULT-VALUE}.")
    float threshold;

    @Option(
            names = "--mask",
            paramLabel = "FILE",
            description = "A picture of the same size; its bright pixels are fixed, and the border.")
    Path mask;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "4000",
            description = "Steps at most: ${DEFAULT-VALUE}.")
    int steps;

    @Option(
            names = "--tolerance",
            paramLabel = "D",
            defaultValue = "1e-5",
            description = "Stops when no pixel changes by as much in a step: ${DEFAULT-VALUE} of black to white.")
    float tolerance;

    @Option(
            names = "--check",
            paramLabel = "K",
            defaultValue = "20",
            description = "Looks at the change every K steps: ${DEFAULT-VALUE}.")
    int checkInterval;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "heat.png",
            description = "The PNG file to write: ${DEFAULT-VALUE}.")
    Path output;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean isHelpWanted;

    /** Returns the error in values that are well-formed one by one, or null. */
    String mistake() {
        if (picture != null && size != null) {
            return "--size is for the drawn picture, but " + picture + " was named";
        }
        if (size != null && !Picture.isSizeAccepted(size.width, size.height)) {
            return "--size must be at least 1x1 and at most " + Picture.MAX_PIXELS + " pixels";
        }
        if (mask != null && fixed != null) {
            return "--mask and --fixed exclude each other";
        }
        if (!(threshold >= 0 && threshold <= 1)) {
            return "--threshold must be from 0 to 1, not " + threshold;
        }
        if (steps < 0) {
            return "--steps must not be negative, but is " + steps;
        }
        if (!(tolerance >= 0)) {
            return "--tolerance must not be negative, but is " + tolerance;
        }
        return checkInterval < 1 ? "--check must be at least 1, not " + checkInterval : null;
    }

    /** Reads sizes such as 640x480. */
    static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            String[] sides = text.toLowerCase(Locale.ROOT).split("x", -1);
            try {
                if (sides.length == 2) {
                    return new Size(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
                }
            } catch (NumberFormatException notNumbers) {
                throw malformed(text);
            }
            throw malformed(text);
        }

        private static TypeConversionException malformed(String text) {
            return new TypeConversionException("'" + text + "' is not a size such as 640x480");
        }
    }
}
